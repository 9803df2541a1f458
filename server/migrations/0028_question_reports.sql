CREATE TABLE "question_report_groups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"question_id" uuid NOT NULL,
	"video_id" uuid NOT NULL,
	"age_category" text NOT NULL,
	"question" text NOT NULL,
	"report_count" integer NOT NULL,
	"last_reported_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	CONSTRAINT "question_report_groups_category" CHECK ("question_report_groups"."age_category" in ('5-10', '11-20')),
	CONSTRAINT "question_report_groups_answer" CHECK (num_nonnulls("question_report_groups"."outcome", "question_report_groups"."answer", "question_report_groups"."answered_at", "question_report_groups"."answered_by") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "question_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"student_id" uuid,
	"question_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"text" text,
	"seen" jsonb NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"notified_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "question_report_groups" ADD CONSTRAINT "question_report_groups_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_report_groups" ADD CONSTRAINT "question_report_groups_answered_by_admins_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_reports" ADD CONSTRAINT "question_reports_group_id_question_report_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."question_report_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_reports" ADD CONSTRAINT "question_reports_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "question_report_groups_open" ON "question_report_groups" USING btree ("question_id") WHERE "question_report_groups"."answered_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "question_reports_once" ON "question_reports" USING btree ("student_id","question_id");--> statement-breakpoint
CREATE INDEX "question_reports_group" ON "question_reports" USING btree ("group_id","created_at");