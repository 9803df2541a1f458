ALTER TABLE "audit_lines" ALTER COLUMN "admin_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "draw_entries" ALTER COLUMN "reached_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "draw_entries" ADD COLUMN "notices_told" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Written by hand from here on. Whoever was erased before keeps no time either.
UPDATE "draw_entries" SET "reached_at" = NULL WHERE "student_id" IS NULL;--> statement-breakpoint
-- An entry only changes by an erasure and by its announcement. Otherwise somebody could give a winning line to a friend.
CREATE FUNCTION protect_draw_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed draw_entries;
BEGIN
  IF TG_OP <> 'UPDATE' THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  allowed := OLD;
  IF NEW.student_id IS NULL THEN
    allowed.student_id := NULL;
    allowed.nonce := NULL;
    allowed.reached_at := NULL;
  END IF;
  IF OLD.announced_at IS NULL THEN
    allowed.announced_at := NEW.announced_at;
  END IF;
  IF NEW.notices_told > OLD.notices_told THEN
    allowed.notices_told := NEW.notices_told;
  END IF;
  IF NEW IS DISTINCT FROM allowed THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER draw_entries_protected BEFORE UPDATE ON "draw_entries"
  FOR EACH ROW EXECUTE FUNCTION protect_draw_entries();--> statement-breakpoint
CREATE TRIGGER draw_entries_append_only BEFORE DELETE OR TRUNCATE ON "draw_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION protect_draw_entries();--> statement-breakpoint
CREATE TRIGGER scholarship_start_append_only BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "scholarship_start"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A month has one winner, although its list may have several versions: only the latest is drawn.
CREATE FUNCTION refuse_second_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM draws AS own JOIN draws AS other ON other.month = own.month AND other.id <> own.id
    WHERE own.id = NEW.draw_id AND (other.version > own.version
      OR EXISTS (SELECT FROM draw_events WHERE draw_id = other.id AND kind = 'drawn'))
  ) THEN
    RAISE EXCEPTION 'another version of this list decides';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER draw_events_one_winner BEFORE INSERT ON "draw_events"
  FOR EACH ROW WHEN (NEW.kind = 'drawn') EXECUTE FUNCTION refuse_second_draw();
