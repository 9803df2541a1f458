ALTER TABLE "standings" ADD COLUMN "leaves_on" date;--> statement-breakpoint
-- As leavesCategoryOn() does: the birthday after the last age, and 1 March for 29 February in a common year.
WITH "leaving" AS (
  SELECT "standings"."id", "birth",
    ("birth" + CASE "age_category" WHEN '5-10' THEN 11 ELSE 21 END * interval '1 year')::date AS "birthday"
  FROM "standings" JOIN "students" ON "students"."id" = "student_id"
)
UPDATE "standings"
  SET "leaves_on" = "birthday" + (extract(day FROM "birthday") <> extract(day FROM "birth"))::integer
  FROM "leaving" WHERE "leaving"."id" = "standings"."id";--> statement-breakpoint
ALTER TABLE "standings" ALTER COLUMN "leaves_on" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "standings_leaving" ON "standings" USING btree ("leaves_on") WHERE "standings"."stands";--> statement-breakpoint
CREATE INDEX "attempts_student" ON "attempts" USING btree ("student_id");
