DROP INDEX "known_browsers_secret";--> statement-breakpoint
CREATE UNIQUE INDEX "known_browsers_of_student" ON "known_browsers" USING btree ("secret_hash","student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "known_browsers_of_admin" ON "known_browsers" USING btree ("secret_hash","admin_id");