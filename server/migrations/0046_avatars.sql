ALTER TABLE "registrations" ADD COLUMN "avatar" text;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "avatar" text;