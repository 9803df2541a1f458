CREATE TABLE "maintenances" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"expected_end_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"ended_at" timestamp (3) with time zone,
	"ended_by" uuid,
	"begin_mailed_at" timestamp (3) with time zone,
	"end_mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"node_version" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"clock_difference_ms" integer NOT NULL,
	"is_database_full" boolean NOT NULL,
	"storage" text NOT NULL,
	"reaches_storage" boolean NOT NULL,
	"free_bytes" bigint
);
--> statement-breakpoint
ALTER TABLE "maintenances" ADD CONSTRAINT "maintenances_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenances" ADD CONSTRAINT "maintenances_ended_by_admins_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "maintenances_open" ON "maintenances" USING btree (("ended_at" is null)) WHERE "maintenances"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "maintenances_ended" ON "maintenances" USING btree ("ended_at");