CREATE TABLE "resumables" (
	"id" text PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"size_bytes" bigint NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	"holder" uuid,
	"held_until" timestamp (3) with time zone,
	"is_wanted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "resumables" ADD CONSTRAINT "resumables_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resumables_touched_at" ON "resumables" USING btree ("touched_at");