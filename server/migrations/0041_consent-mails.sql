CREATE TABLE "consent_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"to" text NOT NULL,
	"username" text NOT NULL,
	"is_to_guardian" boolean NOT NULL,
	"is_refusal" boolean NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "consent_mails_queued" ON "consent_mails" USING btree ("queued_at");