CREATE TABLE "retired_usernames" (
	"name_hash" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "guardian_email" text;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "guardian_agreed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "erased_at" timestamp (3) with time zone;