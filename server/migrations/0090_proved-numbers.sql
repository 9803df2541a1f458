CREATE TABLE "number_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"number" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sms_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"range" text NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"message_id" text,
	"parts" integer NOT NULL,
	"state" text DEFAULT 'sending' NOT NULL,
	"reason" text,
	"used_at" timestamp (3) with time zone,
	"at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "sms_messages_state" CHECK ("sms_messages"."state" in ('sending', 'sent', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "number_codes_student" ON "number_codes" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "sms_messages_at" ON "sms_messages" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sms_messages_number" ON "sms_messages" USING btree ("number","at");--> statement-breakpoint
CREATE INDEX "sms_messages_range" ON "sms_messages" USING btree ("range","at");--> statement-breakpoint
CREATE UNIQUE INDEX "sms_messages_message_id" ON "sms_messages" USING btree ("provider","message_id");--> statement-breakpoint
-- Earlier releases: never store null. They fail for an account without an email where they read it, and change nothing.
ALTER TABLE "students" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ALTER COLUMN "email_key" DROP NOT NULL;--> statement-breakpoint
-- Earlier releases: leave it false, which means a mailed link.
ALTER TABLE "password_resets" ADD COLUMN "is_by_sms" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Earlier releases: leave it empty. Only codes sent by SMS use it.
ALTER TABLE "password_resets" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
-- Earlier releases: leave it empty, which means that the guardian has an email.
ALTER TABLE "registrations" ADD COLUMN "guardian_number" text;--> statement-breakpoint
-- Earlier releases: leave it at email, the only address that they know. A registration by SMS has a number where they expect an
-- email; mail to it fails, and its job is tried again by a server of this release.
ALTER TABLE "registrations" ADD COLUMN "verify_by" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
-- Earlier releases: leave it empty, which means that the guardian has an email.
ALTER TABLE "students" ADD COLUMN "guardian_number" text;--> statement-breakpoint
-- Earlier releases: leave both empty. An erasure by such a server empties them too, by the trigger below.
ALTER TABLE "students" ADD COLUMN "proved_number" text;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "number_proved_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "students_proved_number" ON "students" USING btree ("proved_number");--> statement-breakpoint
-- Earlier releases: write an email and its key together.
ALTER TABLE "students" ADD CONSTRAINT "students_email" CHECK (("students"."email" is null) = ("students"."email_key" is null)) NOT VALID;--> statement-breakpoint
-- Valid for every row, because neither column could be null so far.
ALTER TABLE "students" VALIDATE CONSTRAINT "students_email";--> statement-breakpoint
CREATE FUNCTION forget_proved_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.proved_number := NULL;
  NEW.number_proved_at := NULL;
  NEW.guardian_number := NULL;
  RETURN NEW;
END $$;--> statement-breakpoint
-- Earlier releases: erase an account without knowing these columns, which this trigger empties for them.
CREATE TRIGGER "students_number_forgotten" BEFORE UPDATE OF "username_key" ON "students" FOR EACH ROW
  WHEN (NEW.username_key = 'erased:' || NEW.id) EXECUTE FUNCTION forget_proved_number();--> statement-breakpoint
-- As before, and also for proved numbers. A name that is null leads nowhere.
CREATE OR REPLACE FUNCTION keep_sign_in_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM sign_in_names WHERE student_id = OLD.id;
    RETURN NULL;
  END IF;
  DELETE FROM sign_in_names WHERE student_id = NEW.id
    AND (kind = 'username' AND value_key <> NEW.username_key OR kind = 'email' AND value_key IS DISTINCT FROM NEW.email_key
      OR kind = 'number' AND value_key IS DISTINCT FROM NEW.proved_number);
  INSERT INTO sign_in_names (kind, value_key, student_id)
    SELECT kind, value_key, NEW.id
    FROM (VALUES ('username', NEW.username_key), ('email', NEW.email_key), ('number', NEW.proved_number)) AS own (kind, value_key)
    WHERE value_key <> 'erased:' || NEW.id
      AND NOT EXISTS (SELECT FROM sign_in_names AS present WHERE student_id = NEW.id AND present.kind = own.kind);
  RETURN NULL;
END
$$;--> statement-breakpoint
-- Earlier releases: write and read only "students", and this trigger writes the names for them.
CREATE OR REPLACE TRIGGER "students_sign_in_names" AFTER INSERT OR DELETE OR UPDATE OF username_key, email_key, proved_number ON "students"
  FOR EACH ROW EXECUTE FUNCTION keep_sign_in_names();--> statement-breakpoint
ALTER TABLE "number_codes" ADD CONSTRAINT "number_codes_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Parts of the username, email, phone numbers and school, as students/conditions.ts compares them. It also finds students without an
-- email, and replaces "students_found", which earlier releases use.
CREATE INDEX "students_searched" ON "students" USING gin (translate("username_key" || E'\n' || coalesce("email_key", '') || E'\n' || "number" || E'\n' || coalesce("international_number", '') || E'\n' || coalesce("proved_number", '') || E'\n' || coalesce(search_key("school"), ''), '_.-@+ ''&(),/:', 'xxxxxxxxxxxxx') gin_trgm_ops) WITH (fastupdate = off) WHERE "erased_at" IS NULL;
