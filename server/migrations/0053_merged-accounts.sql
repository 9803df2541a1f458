CREATE TABLE "staff_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"admin_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "standing_changes" DROP CONSTRAINT "standing_changes_regrades";--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "merged_into_id" uuid;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "merge_reason" text;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_notes_student" ON "staff_notes" USING btree ("student_id","created_at");--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_merged_into_id_students_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "students_merged" ON "students" USING btree ("merged_into_id") WHERE "students"."merged_into_id" is not null;--> statement-breakpoint
CREATE INDEX "students_number" ON "students" USING btree ("number","birth");--> statement-breakpoint
CREATE INDEX "students_birth" ON "students" USING btree ("birth");--> statement-breakpoint
CREATE INDEX "students_guardian" ON "students" USING btree (lower("guardian_email")) WHERE "students"."guardian_email" is not null;--> statement-breakpoint
-- Not checked on stored lines: they met the narrower condition, and reading them all would hold up every answer.
ALTER TABLE "standing_changes" ADD CONSTRAINT "standing_changes_regrades" CHECK (case when "standing_changes"."reason" = 'regrade'
        then abs("standing_changes"."delta") = 10
          and num_nonnulls("standing_changes"."regrade_id", "standing_changes"."attempt_id", "standing_changes"."question_id", "standing_changes"."answered_at") = 4
        when "standing_changes"."reason" = 'merged' then "standing_changes"."regrade_id" is null
        else num_nonnulls("standing_changes"."regrade_id", "standing_changes"."answered_at") = 0 end) NOT VALID;