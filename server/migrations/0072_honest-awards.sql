CREATE TABLE "plays" (
	"student_id" uuid NOT NULL,
	"video_id" uuid NOT NULL,
	"played" "int4multirange" DEFAULT '{}' NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"played_at" timestamp (3) with time zone,
	"any_score_until" timestamp (3) with time zone,
	CONSTRAINT "plays_student_id_video_id_pk" PRIMARY KEY("student_id","video_id"),
	CONSTRAINT "plays_times" CHECK ("plays"."played_at" >= "plays"."started_at")
);
--> statement-breakpoint
-- Videos that were marked as watched before count as played, with any score, so that nobody loses a badge.
INSERT INTO "plays" ("student_id", "video_id", "started_at", "played_at", "any_score_until")
SELECT "student_id", "video_id", "watched_at", "watched_at", now() FROM "watches" WHERE "watched_at" IS NOT NULL;--> statement-breakpoint
-- Takes the place of the index in 0074. It is built here because locks last until the end of the last migration: nothing but answers
-- waits for it, and only what follows locks students and videos.
CREATE INDEX "standing_changes_standing_at" ON "standing_changes" USING btree ("standing_id","at");--> statement-breakpoint
-- Earlier releases: leave these empty, and the page then says less about the certificate.
ALTER TABLE "certificates" ADD COLUMN "video_count" integer;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "correct_count" integer;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "question_count" integer;--> statement-breakpoint
ALTER TABLE "plays" ADD CONSTRAINT "plays_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plays" ADD CONSTRAINT "plays_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Earlier releases: never write what it checks.
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_achievement" CHECK (num_nulls("certificates"."video_count", "certificates"."correct_count", "certificates"."question_count") in (0, 3)
        and "certificates"."correct_count" between 0 and "certificates"."question_count");