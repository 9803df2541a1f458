ALTER TABLE "students" ADD COLUMN "extra_time_factor" numeric(2, 1) DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "seconds" integer DEFAULT 120 NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_extra_time" CHECK ("students"."extra_time_factor" in (1, 1.5, 2));