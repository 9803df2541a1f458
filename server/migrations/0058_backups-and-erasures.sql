CREATE TABLE "backups" (
	"name" text PRIMARY KEY NOT NULL,
	"snapshot_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"bytes" bigint NOT NULL,
	"written_bytes" bigint NOT NULL,
	"file_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"kind" text NOT NULL,
	"id" uuid NOT NULL,
	"erased_at" timestamp (3) with time zone,
	"recorded_at" timestamp (3) with time zone,
	CONSTRAINT "erasures_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE INDEX "backups_snapshot" ON "backups" USING btree ("snapshot_at");--> statement-breakpoint
CREATE INDEX "erasures_unrecorded" ON "erasures" USING btree ("erased_at") WHERE "erasures"."recorded_at" is null;--> statement-breakpoint
CREATE INDEX "erasures_due" ON "erasures" USING btree ("id") WHERE "erasures"."erased_at" is null;