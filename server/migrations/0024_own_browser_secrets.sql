-- A secret belonged to all accounts of a browser, so each of their users knew it. Such a browser gets a secret for each of
-- them at their next login.
DELETE FROM "known_browsers" WHERE "secret_hash" IN
	(SELECT "secret_hash" FROM "known_browsers" GROUP BY "secret_hash" HAVING count(*) > 1);--> statement-breakpoint
DROP INDEX "known_browsers_of_student";--> statement-breakpoint
DROP INDEX "known_browsers_of_admin";--> statement-breakpoint
CREATE UNIQUE INDEX "known_browsers_secret" ON "known_browsers" USING btree ("secret_hash");