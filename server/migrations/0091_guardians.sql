CREATE TABLE "guardian_browsers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"secret_hash" text NOT NULL,
	"guardian_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_login_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guardian_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"registration_id" uuid,
	"guardian_id" uuid,
	"use" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "guardian_codes_one_owner" CHECK (num_nonnulls("guardian_codes"."registration_id", "guardian_codes"."guardian_id") = 1),
	CONSTRAINT "guardian_codes_use" CHECK ("guardian_codes"."use" in ('verify', 'reset', 'proof'))
);
--> statement-breakpoint
CREATE TABLE "guardian_registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"address_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guardian_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"guardian_id" uuid NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guardians" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"address_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_active_at" timestamp (3) with time zone NOT NULL,
	"address_bounced_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone
);
--> statement-breakpoint
-- Earlier releases: leave it empty, which means no guardian with an account. An erasure by such a server empties it, by the function below.
ALTER TABLE "students" ADD COLUMN "guardian_id" uuid;--> statement-breakpoint
ALTER TABLE "guardian_browsers" ADD CONSTRAINT "guardian_browsers_guardian_id_guardians_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."guardians"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_codes" ADD CONSTRAINT "guardian_codes_registration_id_guardian_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."guardian_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_codes" ADD CONSTRAINT "guardian_codes_guardian_id_guardians_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."guardians"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_sessions" ADD CONSTRAINT "guardian_sessions_guardian_id_guardians_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."guardians"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "guardian_browsers_secret" ON "guardian_browsers" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "guardian_browsers_guardian" ON "guardian_browsers" USING btree ("guardian_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guardian_codes_registration" ON "guardian_codes" USING btree ("registration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guardian_codes_guardian" ON "guardian_codes" USING btree ("guardian_id","use");--> statement-breakpoint
CREATE INDEX "guardian_registrations_address" ON "guardian_registrations" USING btree ("address_key","created_at");--> statement-breakpoint
CREATE INDEX "guardian_registrations_created" ON "guardian_registrations" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "guardian_sessions_token_hash" ON "guardian_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "guardian_sessions_guardian" ON "guardian_sessions" USING btree ("guardian_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guardians_address_key" ON "guardians" USING btree ("address_key");--> statement-breakpoint
CREATE INDEX "students_guardian_id" ON "students" USING btree ("guardian_id") WHERE "students"."guardian_id" is not null;--> statement-breakpoint
-- As before, and also the guardian's account.
CREATE OR REPLACE FUNCTION forget_proved_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.proved_number := NULL;
  NEW.number_proved_at := NULL;
  NEW.guardian_number := NULL;
  NEW.guardian_id := NULL;
  RETURN NEW;
END $$;
