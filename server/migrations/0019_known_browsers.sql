CREATE TABLE "known_browsers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"secret_hash" text NOT NULL,
	"student_id" uuid,
	"admin_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_login_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_browsers_one_owner" CHECK (num_nonnulls("known_browsers"."student_id", "known_browsers"."admin_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser_id" uuid;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "known_browsers_of_student" ON "known_browsers" USING btree ("secret_hash","student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "known_browsers_of_admin" ON "known_browsers" USING btree ("secret_hash","admin_id");--> statement-breakpoint
CREATE INDEX "known_browsers_student" ON "known_browsers" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "known_browsers_admin" ON "known_browsers" USING btree ("admin_id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_browser_id_known_browsers_id_fk" FOREIGN KEY ("browser_id") REFERENCES "public"."known_browsers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_browser" ON "sessions" USING btree ("browser_id");