CREATE TABLE "draw_changes" (
	"seq" bigint PRIMARY KEY DEFAULT nextval('draw_events_seq_seq') NOT NULL,
	"draw_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"data" jsonb NOT NULL,
	"admin_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entrant_proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"change" text NOT NULL,
	"reason" text,
	"text" text,
	"proposed_by" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "draw_changes" ADD CONSTRAINT "draw_changes_draw_id_draws_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_changes" ADD CONSTRAINT "draw_changes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entrant_proposals" ADD CONSTRAINT "entrant_proposals_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entrant_proposals" ADD CONSTRAINT "entrant_proposals_proposed_by_admins_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draw_changes_draw" ON "draw_changes" USING btree ("draw_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "entrant_proposals_student" ON "entrant_proposals" USING btree ("student_id");--> statement-breakpoint
CREATE TRIGGER draw_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "draw_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
