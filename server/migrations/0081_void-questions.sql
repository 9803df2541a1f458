CREATE TABLE "void_questions_start" (
	"at" timestamp (3) with time zone PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- Earlier releases: judge the answers to a void question by its key, so no question becomes void while their servers may run: for a
-- day. A new database has no earlier servers.
INSERT INTO "void_questions_start" ("at")
  SELECT CASE WHEN EXISTS (SELECT FROM "admins") THEN now() + interval '1 day' ELSE now() END;--> statement-breakpoint
-- Earlier releases: leave the columns of a regrade empty, which means that its key changes, and refuse to agree to one that makes a
-- question void, because no option equals its empty answer. In an attempt they leave 0: it has no void question when it starts.
ALTER TABLE "attempts" ADD COLUMN "void_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "regrades" ADD COLUMN "voided" text;--> statement-breakpoint
ALTER TABLE "regrades" ADD COLUMN "was_voided" text;--> statement-breakpoint
ALTER TABLE "regrades" ADD COLUMN "removed" jsonb;--> statement-breakpoint
ALTER TABLE "regrades" ADD CONSTRAINT "regrades_void" CHECK ("regrades"."voided" is null or ("regrades"."voided" in ('all', 'none') and "regrades"."new_answer" = ''));--> statement-breakpoint
ALTER TABLE "regrades" ADD CONSTRAINT "regrades_was_void" CHECK ("regrades"."was_voided" in ('all', 'none'));
