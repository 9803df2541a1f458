CREATE TABLE "proof_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"student_id" uuid NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"student_id" uuid NOT NULL,
	"connected_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_identities_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "sign_in_flows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"browser_hash" text NOT NULL,
	"state_hash" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"session_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"returned_at" timestamp (3) with time zone,
	"result" text,
	"subject" text,
	"email" text,
	"is_email_verified" boolean DEFAULT false NOT NULL,
	"name" text,
	"code_hash" text,
	"code_made_at" timestamp (3) with time zone,
	"ticket_hash" text,
	"ticket_made_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "registrations" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "proof_codes" ADD CONSTRAINT "proof_codes_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_identities" ADD CONSTRAINT "provider_identities_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_flows" ADD CONSTRAINT "sign_in_flows_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "proof_codes_student" ON "proof_codes" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_identities_student" ON "provider_identities" USING btree ("student_id","provider");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_flows_state" ON "sign_in_flows" USING btree ("state_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_flows_ticket" ON "sign_in_flows" USING btree ("ticket_hash");--> statement-breakpoint
CREATE INDEX "sign_in_flows_session" ON "sign_in_flows" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sign_in_flows_created" ON "sign_in_flows" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_identity" ON "registrations" USING btree ("provider","subject");--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_identity_or_password" CHECK (("registrations"."provider" is null) = ("registrations"."subject" is null)
      and ("registrations"."provider" is not null or "registrations"."password_hash" is not null));