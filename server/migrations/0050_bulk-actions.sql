CREATE TABLE "bulk_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"action" text NOT NULL,
	"options" jsonb NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"can_undo" boolean DEFAULT false NOT NULL,
	"undoes" uuid,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "bulk_targets" (
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"target_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"before" jsonb,
	CONSTRAINT "bulk_targets_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
ALTER TABLE "export_files" ADD COLUMN "columns" jsonb;--> statement-breakpoint
ALTER TABLE "export_files" ADD COLUMN "ids" jsonb;--> statement-breakpoint
ALTER TABLE "export_files" ADD COLUMN "selected" integer;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_targets" ADD CONSTRAINT "bulk_targets_run_id_bulk_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."bulk_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_runs_admin" ON "bulk_runs" USING btree ("admin_id","started_at");--> statement-breakpoint
CREATE INDEX "bulk_targets_waiting" ON "bulk_targets" USING btree ("run_id","position") WHERE "bulk_targets"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "bulk_targets_target" ON "bulk_targets" USING btree ("target_id");--> statement-breakpoint
-- Parts of the username, email, phone number and school, as students/conditions.ts compares them. Signs count as a letter,
-- because trigrams know letters and digits only. No list of pending entries: a search would read it all.
CREATE INDEX "students_search" ON "students" USING gin (translate("username_key" || E'\n' || "email_key" || E'\n' || "number" || E'\n' || lower(coalesce("school", '')), '_.-@+ ''&(),/:', 'xxxxxxxxxxxxx') gin_trgm_ops) WITH (fastupdate = off) WHERE "erased_at" IS NULL;
