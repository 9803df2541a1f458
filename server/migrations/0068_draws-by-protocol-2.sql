ALTER TABLE "draw_entries" DROP CONSTRAINT "draw_entries_kind";--> statement-breakpoint
ALTER TABLE "draw_entries" ADD COLUMN "username" text;--> statement-breakpoint
ALTER TABLE "draws" ADD COLUMN "protocol" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "draws" ADD COLUMN "boards" jsonb;--> statement-breakpoint
ALTER TABLE "draw_entries" ADD CONSTRAINT "draw_entries_kind" CHECK (("draw_entries"."index" is null) = ("draw_entries"."leaf" is null) and ("draw_entries"."left_out" is not null or "draw_entries"."index" is not null)
        and ("draw_entries"."left_out" is distinct from 'below-the-cut' or "draw_entries"."index" is null));--> statement-breakpoint
-- Written by hand from here on.
-- Earlier releases: erase an account without the name in its entries, which the trigger empties. They freeze lists by protocol 1, and
-- are refused that for months whose rules want another one: those begin a week after the update at the earliest.
CREATE OR REPLACE FUNCTION protect_draw_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed draw_entries;
BEGIN
  IF TG_OP <> 'UPDATE' THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  allowed := OLD;
  IF NEW.student_id IS NULL THEN
    NEW.username := NULL;
    allowed.student_id := NULL;
    allowed.username := NULL;
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
-- The rules of a month say by which protocol it is drawn. A release that does not know it must not freeze its list.
CREATE FUNCTION require_protocol_of_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted integer;
BEGIN
  SELECT CASE WHEN starts_with(text, E'DRAW/2\n') THEN 2 ELSE 1 END INTO wanted FROM draw_rules WHERE month = NEW.month;
  IF NEW.protocol <> wanted OR NOT starts_with(NEW.list, 'DRAW/' || wanted || E'\n') OR (NEW.boards IS NULL) <> (wanted = 1) THEN
    RAISE EXCEPTION 'the rules of % want protocol %', NEW.month, wanted;
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER draws_protocol BEFORE INSERT ON "draws" FOR EACH ROW EXECUTE FUNCTION require_protocol_of_rules();
