CREATE TABLE "question_snapshots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"questions" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "question_snapshots_start" (
	"at" timestamp (3) with time zone PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER question_snapshots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "question_snapshots"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- The questions of an attempt, without its order of them and of their options. Reads each pool once, not once for each question.
CREATE FUNCTION asked_questions(own_questions jsonb, snapshot_id uuid, asked smallint[]) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $$
  SELECT question FROM jsonb_array_elements($1) AS question
  UNION ALL
  SELECT question FROM question_snapshots, jsonb_array_elements(questions) WITH ORDINALITY AS pool (question, position),
    unnest($3) AS number
  WHERE id = $2 AND position = number / 24 + 1
$$;
--> statement-breakpoint
-- Earlier releases: write "paper", and cannot read an attempt without it. 0.1.0 starts on no newer schema, but its running servers
-- have a day until new attempts refer to "question_snapshots". A new database has no earlier servers.
INSERT INTO "question_snapshots_start" ("at")
  SELECT CASE WHEN EXISTS (SELECT FROM "admins") THEN now() + interval '1 day' ELSE now() END;--> statement-breakpoint
ALTER TABLE "attempts" ALTER COLUMN "paper" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "snapshot_id" uuid;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "asked" smallint[];--> statement-breakpoint
-- Not valid: the rows so far have a "paper" and no reference, and checking millions of them would keep the locks.
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_snapshot_id_question_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."question_snapshots"("id") ON DELETE no action ON UPDATE no action NOT VALID;
