CREATE TABLE "league_members" (
	"student_id" uuid NOT NULL,
	"monday" date NOT NULL,
	"age_category" text NOT NULL,
	"tier" text NOT NULL,
	"band" integer NOT NULL,
	"number" integer NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"points" integer,
	"position" integer,
	"outcome" text,
	CONSTRAINT "league_members_student_id_monday_pk" PRIMARY KEY("student_id","monday"),
	CONSTRAINT "league_members_category" CHECK ("league_members"."age_category" in ('5-10', '11-20')),
	CONSTRAINT "league_members_closed" CHECK (("league_members"."points" is null) = ("league_members"."outcome" is null))
);
--> statement-breakpoint
-- Earlier releases: leave it false, and say that nobody else sees the picture.
ALTER TABLE "registrations" ADD COLUMN "is_avatar_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "students" ADD COLUMN "is_avatar_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "league_members" ADD CONSTRAINT "league_members_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "league_members_open" ON "league_members" USING btree ("monday","age_category","tier","band","number") WHERE "league_members"."outcome" is null;--> statement-breakpoint
CREATE INDEX "league_members_monday" ON "league_members" USING brin ("monday");--> statement-breakpoint
-- Leagues read a week of an entry. Earlier releases: find an entry's rows by the beginning of the new index, which 0072 built.
DROP INDEX "standing_changes_standing";--> statement-breakpoint
ALTER INDEX "standing_changes_standing_at" RENAME TO "standing_changes_standing";
