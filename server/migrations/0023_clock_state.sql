CREATE TABLE "clock_state" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"held_since" timestamp (3) with time zone,
	"ignored_up_to" jsonb DEFAULT '{}' NOT NULL,
	CONSTRAINT "clock_state_only" CHECK ("clock_state"."only")
);
--> statement-breakpoint
CREATE INDEX "standings_returning" ON "standings" USING btree ("leaves_on") WHERE not "standings"."stands";