ALTER TABLE "password_resets" DROP CONSTRAINT "password_resets_one_owner";--> statement-breakpoint
ALTER TABLE "password_resets" ADD COLUMN "registration_id" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "guardian_mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_resets_registration" ON "password_resets" USING btree ("registration_id");--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_one_owner" CHECK (num_nonnulls("password_resets"."student_id", "password_resets"."registration_id", "password_resets"."admin_id") = 1);--> statement-breakpoint
-- They end a while after the last mail to the guardian, whose time was not stored: the while starts now.
UPDATE "registrations" SET "guardian_mailed_at" = now() WHERE "verified_at" IS NOT NULL;
