CREATE TABLE "oldest_release" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"release" text NOT NULL,
	"migration" bigint NOT NULL,
	CONSTRAINT "oldest_release_only" CHECK ("oldest_release"."only")
);--> statement-breakpoint
-- Releases before 0.2.0 read this table nowhere: they refuse every newer schema. From 0.2.0 on, a release has this migration.
INSERT INTO "oldest_release" ("release", "migration") VALUES ('0.2.0', 1795638035651);
