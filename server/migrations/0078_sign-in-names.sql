CREATE TABLE "sign_in_names" (
	"kind" text NOT NULL,
	"value_key" text NOT NULL,
	"student_id" uuid NOT NULL,
	CONSTRAINT "sign_in_names_kind_value_key_pk" PRIMARY KEY("kind","value_key")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_names_student" ON "sign_in_names" USING btree ("student_id","kind");--> statement-breakpoint
-- Adds the names that the student does not have there yet, because this release writes them before the student. Fails for a name
-- that leads to another student. An erased account has its id in place of its names. Runs with the owner's rights, because the role of
-- earlier servers may not write the table before this release has granted it.
CREATE FUNCTION keep_sign_in_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM sign_in_names WHERE student_id = OLD.id;
    RETURN NULL;
  END IF;
  DELETE FROM sign_in_names WHERE student_id = NEW.id
    AND (kind = 'username' AND value_key <> NEW.username_key OR kind = 'email' AND value_key <> NEW.email_key);
  INSERT INTO sign_in_names (kind, value_key, student_id)
    SELECT kind, value_key, NEW.id FROM (VALUES ('username', NEW.username_key), ('email', NEW.email_key)) AS own (kind, value_key)
    WHERE value_key <> 'erased:' || NEW.id
      AND NOT EXISTS (SELECT FROM sign_in_names AS present WHERE student_id = NEW.id AND present.kind = own.kind);
  RETURN NULL;
END
$$;--> statement-breakpoint
-- Earlier releases: write and read only "students", and this trigger writes the names for them.
CREATE TRIGGER students_sign_in_names AFTER INSERT OR DELETE OR UPDATE OF username_key, email_key ON "students"
  FOR EACH ROW EXECUTE FUNCTION keep_sign_in_names();--> statement-breakpoint
-- In batches, each with its own commit. Locks each student, so that an erasure meanwhile waits, or is seen: otherwise the erased
-- name would be added after the trigger has looked for it.
CREATE PROCEDURE fill_sign_in_names() LANGUAGE plpgsql AS $$
DECLARE
  last_id uuid := '00000000-0000-0000-0000-000000000000';
  next_id uuid;
BEGIN
  LOOP
    SELECT id INTO next_id FROM (SELECT id FROM students WHERE id > last_id ORDER BY id LIMIT 1000) AS batch ORDER BY id DESC LIMIT 1;
    EXIT WHEN next_id IS NULL;
    INSERT INTO sign_in_names (kind, value_key, student_id)
      SELECT kind, value_key, id
      FROM (SELECT * FROM students WHERE id > last_id AND id <= next_id ORDER BY id FOR KEY SHARE) AS locked,
        LATERAL (VALUES ('username', username_key), ('email', email_key)) AS own (kind, value_key)
      WHERE value_key <> 'erased:' || id
      ON CONFLICT DO NOTHING;
    COMMIT;
    last_id := next_id;
  END LOOP;
END
$$;
