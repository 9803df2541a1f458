DROP INDEX "notices_created";--> statement-breakpoint
CREATE INDEX "notices_listed" ON "notices" USING btree ("publish_at","id");