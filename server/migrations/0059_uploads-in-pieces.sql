ALTER TABLE "resumables" ADD COLUMN "pieces" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "resumables" ADD COLUMN "stored_bytes" bigint DEFAULT 0 NOT NULL;