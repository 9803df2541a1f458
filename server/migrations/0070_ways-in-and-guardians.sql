-- Earlier releases: leave the proof empty, which counts as connected with the password.
ALTER TABLE "provider_identities" ADD COLUMN "proof" text;--> statement-breakpoint
-- Earlier releases: derive each reference from the id of the registration. After a reset theirs differs from ours.
ALTER TABLE "registrations" ADD COLUMN "reference_id" uuid;--> statement-breakpoint
-- Earlier releases: leave the proof empty.
ALTER TABLE "sign_in_flows" ADD COLUMN "proof" text;--> statement-breakpoint
-- Earlier releases: log a student in whose guardian was removed. They remove none.
ALTER TABLE "students" ADD COLUMN "guardian_removed_at" timestamp (3) with time zone;
