CREATE TABLE "former_browsers" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fair_play_appeals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"decision_seq" bigint NOT NULL,
	"student_id" uuid NOT NULL,
	"text" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"reminders" integer DEFAULT 0 NOT NULL,
	"outcome" text,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	CONSTRAINT "fair_play_appeals_answer" CHECK (num_nonnulls("fair_play_appeals"."outcome", "fair_play_appeals"."answer", "fair_play_appeals"."answered_at", "fair_play_appeals"."answered_by") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "fair_play_decisions" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reason" text,
	"flags_up_to" bigint NOT NULL,
	"admin_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fair_play_decisions_reason" CHECK (("fair_play_decisions"."kind" = 'cleared') = ("fair_play_decisions"."reason" is null))
);
--> statement-breakpoint
CREATE TABLE "fair_play_flags" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"attempt_id" uuid,
	"other_student_id" uuid,
	"other_attempt_id" uuid,
	"role" text,
	"facts" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fair_play_flags_once" UNIQUE NULLS NOT DISTINCT("student_id","kind","attempt_id","other_student_id")
);
--> statement-breakpoint
CREATE TABLE "attempt_origins" (
	"attempt_id" uuid PRIMARY KEY NOT NULL,
	"device_id" uuid,
	"network_hash" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"examined_at" timestamp (3) with time zone,
	"is_suspect" boolean DEFAULT false NOT NULL,
	"wrong_key" text
);
--> statement-breakpoint
CREATE TABLE "attempt_reviews" (
	"attempt_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attempt_reviews_attempt_id_at_pk" PRIMARY KEY("attempt_id","at")
);
--> statement-breakpoint
ALTER TABLE "known_browsers" ADD COLUMN "device_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "fair_play_appeals" ADD CONSTRAINT "fair_play_appeals_decision_seq_fair_play_decisions_seq_fk" FOREIGN KEY ("decision_seq") REFERENCES "public"."fair_play_decisions"("seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fair_play_appeals" ADD CONSTRAINT "fair_play_appeals_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fair_play_appeals" ADD CONSTRAINT "fair_play_appeals_answered_by_admins_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fair_play_decisions" ADD CONSTRAINT "fair_play_decisions_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fair_play_decisions" ADD CONSTRAINT "fair_play_decisions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fair_play_flags" ADD CONSTRAINT "fair_play_flags_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fair_play_flags" ADD CONSTRAINT "fair_play_flags_other_student_id_students_id_fk" FOREIGN KEY ("other_student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_origins" ADD CONSTRAINT "attempt_origins_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_reviews" ADD CONSTRAINT "attempt_reviews_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_browsers_erased" ON "former_browsers" USING btree ("erased_at");--> statement-breakpoint
CREATE UNIQUE INDEX "fair_play_appeals_once" ON "fair_play_appeals" USING btree ("decision_seq");--> statement-breakpoint
CREATE INDEX "fair_play_appeals_student" ON "fair_play_appeals" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "fair_play_appeals_open" ON "fair_play_appeals" USING btree ("due_at") WHERE "fair_play_appeals"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "fair_play_decisions_student" ON "fair_play_decisions" USING btree ("student_id","seq");--> statement-breakpoint
CREATE INDEX "fair_play_flags_student" ON "fair_play_flags" USING btree ("student_id","seq");--> statement-breakpoint
CREATE INDEX "attempt_origins_device" ON "attempt_origins" USING btree ("device_id","started_at") WHERE "attempt_origins"."device_id" is not null;--> statement-breakpoint
CREATE INDEX "attempt_origins_network" ON "attempt_origins" USING btree ("network_hash","started_at") WHERE "attempt_origins"."network_hash" is not null;--> statement-breakpoint
CREATE INDEX "attempt_origins_wrong" ON "attempt_origins" USING btree ("wrong_key") WHERE "attempt_origins"."wrong_key" is not null;--> statement-breakpoint
CREATE INDEX "attempt_origins_due" ON "attempt_origins" USING btree ("started_at") WHERE "attempt_origins"."examined_at" is null;--> statement-breakpoint
CREATE INDEX "attempt_origins_started" ON "attempt_origins" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "attempt_reviews_at" ON "attempt_reviews" USING btree ("at");--> statement-breakpoint
CREATE INDEX "students_held" ON "students" USING btree ("held_at","id") WHERE "students"."held_at" is not null;--> statement-breakpoint
CREATE TRIGGER fair_play_flags_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "fair_play_flags"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER fair_play_decisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "fair_play_decisions"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- The attempts of those who are in the running month's draw are examined too. Their devices and networks are not known.
INSERT INTO "attempt_origins" ("attempt_id", "started_at")
  SELECT "id", "started_at" FROM "attempts" WHERE "reset_at" IS NULL AND "student_id" IN (
    (SELECT "student_id" FROM "standings" WHERE "stands" AND "age_category" = '5-10'
      ORDER BY "score" DESC, "reached_at", "id" LIMIT 1000)
    UNION
    (SELECT "student_id" FROM "standings" WHERE "stands" AND "age_category" = '11-20'
      ORDER BY "score" DESC, "reached_at", "id" LIMIT 1000));
