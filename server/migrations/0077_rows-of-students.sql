-- Every row of a student's says which student it belongs to. "fill_students_of_rows" fills the rows so far, while answers go on.
-- Earlier releases: leave the new columns empty, and triggers fill them; they do not read them.
ALTER TABLE "answers" ADD COLUMN "student_id" uuid;--> statement-breakpoint
ALTER TABLE "standing_changes" ADD COLUMN "student_id" uuid;--> statement-breakpoint
ALTER TABLE "attempt_origins" ADD COLUMN "student_id" uuid;--> statement-breakpoint
ALTER TABLE "attempt_reviews" ADD COLUMN "student_id" uuid;--> statement-breakpoint
-- Answers stay append-only, apart from the account that they belong to after a merge; the ledger does until its rows are filled.
DROP TRIGGER IF EXISTS answers_append_only ON "answers";--> statement-breakpoint
DROP TRIGGER IF EXISTS standing_changes_append_only ON "standing_changes";--> statement-breakpoint
CREATE TRIGGER answers_append_only
  BEFORE DELETE OR TRUNCATE OR UPDATE OF attempt_id, question_id, answer, correct, points, answered_at ON "answers"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER standing_changes_append_only
  BEFORE DELETE OR TRUNCATE
    OR UPDATE OF seq, xid, standing_id, age_category, delta, score_after, stood, stands, reason, attempt_id, question_id, at,
    regrade_id, answered_at
  ON "standing_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION add_student_of_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.student_id := (SELECT student_id FROM attempts WHERE id = NEW.attempt_id);
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION add_student_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.student_id := (SELECT student_id FROM standings WHERE id = NEW.standing_id);
  RETURN NEW;
END
$$;--> statement-breakpoint
-- For the inserts of earlier releases, which have no student.
CREATE TRIGGER answers_student BEFORE INSERT ON "answers"
  FOR EACH ROW WHEN (NEW.student_id IS NULL) EXECUTE FUNCTION add_student_of_attempt();--> statement-breakpoint
CREATE TRIGGER attempt_origins_student BEFORE INSERT ON "attempt_origins"
  FOR EACH ROW WHEN (NEW.student_id IS NULL) EXECUTE FUNCTION add_student_of_attempt();--> statement-breakpoint
CREATE TRIGGER attempt_reviews_student BEFORE INSERT ON "attempt_reviews"
  FOR EACH ROW WHEN (NEW.student_id IS NULL) EXECUTE FUNCTION add_student_of_attempt();--> statement-breakpoint
CREATE TRIGGER standing_changes_student BEFORE INSERT ON "standing_changes"
  FOR EACH ROW WHEN (NEW.student_id IS NULL) EXECUTE FUNCTION add_student_of_entry();--> statement-breakpoint
-- A merge of two accounts moves attempts, and with each what belongs to it. The server's role may not change answers itself.
CREATE FUNCTION move_rows_of_attempt() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE answers SET student_id = NEW.student_id WHERE attempt_id = NEW.id;
  UPDATE attempt_origins SET student_id = NEW.student_id WHERE attempt_id = NEW.id;
  UPDATE attempt_reviews SET student_id = NEW.student_id WHERE attempt_id = NEW.id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER attempts_moved AFTER UPDATE OF student_id ON "attempts"
  FOR EACH ROW WHEN (OLD.student_id <> NEW.student_id) EXECUTE FUNCTION move_rows_of_attempt();--> statement-breakpoint
ALTER TABLE "fair_play_flags" DROP CONSTRAINT "fair_play_flags_other_student_id_students_id_fk";--> statement-breakpoint
ALTER TABLE "students" DROP CONSTRAINT "students_merged_into_id_students_id_fk";
--> statement-breakpoint
-- In batches, each with its own commit, so that nobody waits for long. A merge meanwhile moves rows by the trigger above.
CREATE PROCEDURE fill_students_of_rows() LANGUAGE plpgsql AS $$
DECLARE
  last_id uuid := '00000000-0000-0000-0000-000000000000';
  next_id uuid;
  filled text;
  last_line bigint := (SELECT max(seq) FROM standing_changes WHERE student_id IS NULL);
BEGIN
  LOOP
    SELECT id INTO next_id FROM (SELECT id FROM attempts WHERE id > last_id ORDER BY id LIMIT 1000) AS batch ORDER BY id DESC LIMIT 1;
    EXIT WHEN next_id IS NULL;
    UPDATE answers SET student_id = attempts.student_id FROM attempts
      WHERE attempts.id > last_id AND attempts.id <= next_id AND attempt_id = attempts.id AND answers.student_id IS NULL;
    UPDATE attempt_origins SET student_id = attempts.student_id FROM attempts
      WHERE attempts.id > last_id AND attempts.id <= next_id AND attempt_id = attempts.id AND attempt_origins.student_id IS NULL;
    UPDATE attempt_reviews SET student_id = attempts.student_id FROM attempts
      WHERE attempts.id > last_id AND attempts.id <= next_id AND attempt_id = attempts.id AND attempt_reviews.student_id IS NULL;
    COMMIT;
    last_id := next_id;
  END LOOP;
  WHILE last_line > 0 LOOP
    UPDATE standing_changes SET student_id = standings.student_id FROM standings
      WHERE seq <= last_line AND seq > last_line - 20000 AND standings.id = standing_id AND standing_changes.student_id IS NULL;
    COMMIT;
    last_line := last_line - 20000;
  END LOOP;
  -- Only now, so that a backup of rows that are not filled yet can be restored.
  FOREACH filled IN ARRAY ARRAY['answers', 'standing_changes', 'attempt_origins', 'attempt_reviews'] LOOP
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS %I', filled, filled || '_student');
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (student_id IS NOT NULL) NOT VALID', filled, filled || '_student');
    COMMIT;
    EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT %I', filled, filled || '_student');
    COMMIT;
  END LOOP;
  CREATE OR REPLACE TRIGGER standing_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON standing_changes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
END
$$;
