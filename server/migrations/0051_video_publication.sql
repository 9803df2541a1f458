ALTER TABLE "videos" ADD COLUMN "upload_sha256" text;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "is_draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_draft" CHECK (not ("videos"."is_draft" and "videos"."publish_at" is not null));