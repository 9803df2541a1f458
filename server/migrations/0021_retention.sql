CREATE TABLE "inactivity_mails" (
	"student_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "inactivity_mails_student_id_kind_pk" PRIMARY KEY("student_id","kind")
);
--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "last_active_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "inactivity_mails" ADD CONSTRAINT "inactivity_mails_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "students_last_active" ON "students" USING btree ("last_active_at","id") WHERE "students"."erased_at" is null;--> statement-breakpoint
-- The last sign of each student that is still stored: sessions are deleted when they expire.
UPDATE "students" SET "last_active_at" = greatest("students"."created_at", "students"."verified_at", "last"."at")
  FROM "students" AS "student"
    LEFT JOIN (
      SELECT "student_id", max("at") AS "at" FROM (
        SELECT "student_id", "last_seen_at" AS "at" FROM "sessions" WHERE "student_id" IS NOT NULL
        UNION ALL SELECT "student_id", coalesce("locked_at", "started_at") FROM "attempts"
        UNION ALL SELECT "student_id", greatest("seen_at", "watched_at") FROM "watches"
        UNION ALL SELECT "student_id", "opened_at" FROM "payments"
      ) AS "sign" GROUP BY "student_id"
    ) AS "last" ON "last"."student_id" = "student"."id"
  WHERE "student"."id" = "students"."id";
