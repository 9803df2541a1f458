CREATE TABLE "draw_entries" (
	"draw_id" uuid NOT NULL,
	"age_category" text NOT NULL,
	"place" integer NOT NULL,
	"student_id" uuid,
	"points" integer NOT NULL,
	"reached_at" timestamp (3) with time zone NOT NULL,
	"left_out" text,
	"index" integer,
	"leaf" text,
	"nonce" "bytea",
	"announced_at" timestamp (3) with time zone,
	CONSTRAINT "draw_entries_draw_id_age_category_place_pk" PRIMARY KEY("draw_id","age_category","place"),
	CONSTRAINT "draw_entries_kind" CHECK (("draw_entries"."left_out" is null) = ("draw_entries"."index" is not null and "draw_entries"."leaf" is not null))
);
--> statement-breakpoint
CREATE TABLE "draw_events" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"draw_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"data" jsonb NOT NULL,
	"admin_id" uuid,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draw_rules" (
	"month" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"hash" text NOT NULL,
	"requires_payment" boolean NOT NULL,
	"chain" jsonb NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draws" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"month" text NOT NULL,
	"version" integer NOT NULL,
	"list" text NOT NULL,
	"list_hash" text NOT NULL,
	"entrant_count" integer NOT NULL,
	"round" bigint NOT NULL,
	"draws_at" timestamp (3) with time zone NOT NULL,
	"frozen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scholarship_start" (
	"month" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "draw_entries" ADD CONSTRAINT "draw_entries_draw_id_draws_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_entries" ADD CONSTRAINT "draw_entries_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_events" ADD CONSTRAINT "draw_events_draw_id_draws_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_events" ADD CONSTRAINT "draw_events_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_month_draw_rules_month_fk" FOREIGN KEY ("month") REFERENCES "public"."draw_rules"("month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "draw_entries_index" ON "draw_entries" USING btree ("draw_id","index");--> statement-breakpoint
CREATE INDEX "draw_entries_student" ON "draw_entries" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "draw_events_draw" ON "draw_events" USING btree ("draw_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "draw_events_once" ON "draw_events" USING btree ("draw_id","kind","attempt") WHERE "draw_events"."kind" not in ('disqualification-proposed', 'proposal-withdrawn');--> statement-breakpoint
CREATE UNIQUE INDEX "draws_version" ON "draws" USING btree ("month","version");--> statement-breakpoint
CREATE INDEX "standing_changes_at" ON "standing_changes" USING brin ("at");--> statement-breakpoint
CREATE TRIGGER draw_rules_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "draw_rules"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER draws_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "draws"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER draw_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "draw_events"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Earlier months had no published rules, so they get no draw.
INSERT INTO "scholarship_start" ("month") VALUES (to_char(now() AT TIME ZONE 'Africa/Lagos', 'YYYY-MM'));
