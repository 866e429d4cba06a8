-- Counts new pictures and the bytes of their originals for the quotas.
-- Caller: the trigger images_created, after each INSERT into images. Locks: the members' rows of member_usage.
CREATE OR REPLACE FUNCTION count_created_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO member_usage AS usage (user_id, pictures, picture_bytes)
  SELECT changed.user_id, count(*)::integer, coalesce(sum(object.size), 0)::bigint
    FROM changed LEFT JOIN objects object ON object.path = changed.image_url GROUP BY changed.user_id
  ON CONFLICT (user_id) DO UPDATE
    SET pictures = usage.pictures + excluded.pictures, picture_bytes = usage.picture_bytes + excluded.picture_bytes;
  RETURN NULL;
END
$$
