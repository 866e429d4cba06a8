-- Deletes the links of erased members. Replaces foreign keys, whose checks took a third of the time to write a link.
-- Caller: the trigger users_delete_links, after each DELETE from users. Locks: the deleted links.
CREATE OR REPLACE FUNCTION delete_links_of_erased_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM connections WHERE from_user_id IN (SELECT id FROM gone);
  DELETE FROM connections WHERE to_user_id IN (SELECT id FROM gone);
  RETURN NULL;
END
$$
