-- Subtracts deleted pictures and their bytes from the counts for the quotas. Only updates: the member may be deleted in
-- the same statement.
-- Caller: the trigger images_deleted, after each DELETE from images. Locks: the members' rows of member_usage.
CREATE OR REPLACE FUNCTION count_deleted_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE member_usage usage
     SET pictures = usage.pictures - gone.pictures, picture_bytes = usage.picture_bytes - gone.bytes
    FROM (
      SELECT changed.user_id, count(*)::integer AS pictures, coalesce(sum(object.size), 0)::bigint AS bytes
        FROM changed LEFT JOIN objects object ON object.path = changed.image_url GROUP BY changed.user_id
    ) gone
   WHERE usage.user_id = gone.user_id;
  RETURN NULL;
END
$$
