CREATE TABLE "regrades" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"question_id" uuid NOT NULL,
	"video_id" uuid NOT NULL,
	"age_category" text NOT NULL,
	"question" text NOT NULL,
	"old_answer" text NOT NULL,
	"new_answer" text NOT NULL,
	"keeps_old" boolean NOT NULL,
	"report_group_id" uuid,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"preview" jsonb,
	"decision" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "regrades_category" CHECK ("regrades"."age_category" in ('5-10', '11-20')),
	CONSTRAINT "regrades_decision" CHECK (num_nonnulls("regrades"."decision", "regrades"."decided_by", "regrades"."decided_at") in (0, 3)),
	CONSTRAINT "regrades_finished" CHECK ("regrades"."finished_at" is null or "regrades"."decision" = 'agreed')
);
--> statement-breakpoint
ALTER TABLE "standing_changes" ADD COLUMN "regrade_id" uuid;--> statement-breakpoint
ALTER TABLE "standing_changes" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "snapshot_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "also_correct" text;--> statement-breakpoint
ALTER TABLE "quizzes" ADD COLUMN "key_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "regrades" ADD CONSTRAINT "regrades_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regrades" ADD CONSTRAINT "regrades_report_group_id_question_report_groups_id_fk" FOREIGN KEY ("report_group_id") REFERENCES "public"."question_report_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regrades" ADD CONSTRAINT "regrades_proposed_by_admins_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regrades" ADD CONSTRAINT "regrades_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "regrades_unfinished" ON "regrades" USING btree ("question_id") WHERE "regrades"."finished_at" is null and "regrades"."decision" is distinct from 'withdrawn';--> statement-breakpoint
CREATE INDEX "regrades_proposed" ON "regrades" USING btree ("proposed_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "standing_changes_regrade" ON "standing_changes" USING btree ("regrade_id","attempt_id") WHERE "standing_changes"."regrade_id" is not null;--> statement-breakpoint
CREATE INDEX "attempts_quiz" ON "attempts" USING btree ("video_id","age_category","id") WHERE "attempts"."reset_at" is null;--> statement-breakpoint
ALTER TABLE "standing_changes" ADD CONSTRAINT "standing_changes_regrades" CHECK (case when "standing_changes"."reason" = 'regrade'
        then abs("standing_changes"."delta") = 10
          and num_nonnulls("standing_changes"."regrade_id", "standing_changes"."attempt_id", "standing_changes"."question_id", "standing_changes"."answered_at") = 4
        else num_nonnulls("standing_changes"."regrade_id", "standing_changes"."answered_at") = 0 end);