CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"number" text NOT NULL,
	"password_hash" text NOT NULL,
	"birth" date NOT NULL,
	"gender" text NOT NULL,
	"address" text NOT NULL,
	"school" text,
	"guardian_email" text,
	"guardian_agreed_at" timestamp (3) with time zone,
	"consent_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"verified_at" timestamp (3) with time zone,
	CONSTRAINT "registrations_gender" CHECK ("registrations"."gender" in ('male', 'female'))
);
--> statement-breakpoint
DROP INDEX "students_verified";--> statement-breakpoint
ALTER TABLE "email_codes" ALTER COLUMN "student_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "email_codes" ADD COLUMN "registration_id" uuid;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "consent_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_username_key" ON "registrations" USING btree ("username_key");--> statement-breakpoint
CREATE INDEX "registrations_email" ON "registrations" USING btree ("email_key","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_verified_email" ON "registrations" USING btree ("email_key") WHERE "registrations"."verified_at" is not null;--> statement-breakpoint
CREATE INDEX "registrations_created" ON "registrations" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_consent" ON "registrations" USING btree ("consent_id");--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_codes_registration" ON "email_codes" USING btree ("registration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "students_consent" ON "students" USING btree ("consent_id");--> statement-breakpoint
CREATE INDEX "students_verified" ON "students" USING btree ("verified_at");--> statement-breakpoint
-- Accounts that are not open yet become registrations, with the codes and guardian links that were mailed for them.
INSERT INTO "registrations" ("id", "username", "username_key", "email", "email_key", "number", "password_hash", "birth",
	"gender", "address", "school", "guardian_email", "guardian_agreed_at", "consent_id", "created_at", "verified_at")
SELECT "id", "username", "username_key", "email", "email_key", "number", "password_hash", "birth",
	"gender", "address", "school", "guardian_email", "guardian_agreed_at",
	CASE WHEN "guardian_email" IS NOT NULL THEN "id" END, "created_at", "verified_at"
FROM "students"
WHERE "erased_at" IS NULL
	AND ("verified_at" IS NULL OR ("guardian_email" IS NOT NULL AND "guardian_agreed_at" IS NULL));--> statement-breakpoint
-- Wrong tries are counted elsewhere from now on, so a blocked code would be valid again.
DELETE FROM "email_codes" WHERE "wrong_tries" >= 5;--> statement-breakpoint
UPDATE "email_codes" SET "registration_id" = "student_id", "student_id" = NULL
WHERE "student_id" IN (SELECT "id" FROM "registrations");--> statement-breakpoint
DELETE FROM "students" WHERE "id" IN (SELECT "id" FROM "registrations");--> statement-breakpoint
UPDATE "students" SET "consent_id" = "id" WHERE "guardian_email" IS NOT NULL;--> statement-breakpoint
UPDATE "students" SET "verified_at" = "created_at" WHERE "verified_at" IS NULL;--> statement-breakpoint
DROP INDEX "students_unverified";--> statement-breakpoint
ALTER TABLE "students" ALTER COLUMN "verified_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "email_codes" DROP COLUMN "wrong_tries";--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_one_owner" CHECK (num_nonnulls("email_codes"."registration_id", "email_codes"."student_id") = 1);