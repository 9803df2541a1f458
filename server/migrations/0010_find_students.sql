-- The console's list of students (console/students): each order is an index to walk, a search a bitmap of trigrams.
-- In the C collation, so that the beginning of a name is a range. Erased accounts are on no list.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX "students_by_name" ON "students" ("username_key" COLLATE "C") INCLUDE ("id", "gender", "birth") WHERE "erased_at" IS NULL;--> statement-breakpoint
CREATE INDEX "students_by_joining" ON "students" ("created_at", "username_key" COLLATE "C") WHERE "erased_at" IS NULL;--> statement-breakpoint
CREATE INDEX "students_by_birth" ON "students" ("birth", "username_key" COLLATE "C") WHERE "erased_at" IS NULL;--> statement-breakpoint
-- Those without a school come after all others: no character is higher than this one.
CREATE INDEX "students_by_school" ON "students" ((coalesce(lower("school"), U&'\+10FFFF')) COLLATE "C", "username_key" COLLATE "C") WHERE "erased_at" IS NULL;--> statement-breakpoint
-- Signs count as a letter, because trigrams know letters and digits only. No list of pending entries: a search would read it all.
CREATE INDEX "students_trigrams" ON "students" USING gin (translate("username_key", '_.-', 'xxx') gin_trgm_ops) WITH (fastupdate = off) WHERE "erased_at" IS NULL;--> statement-breakpoint
-- Few each.
CREATE INDEX "students_unverified" ON "students" ("id") WHERE "verified_at" IS NULL AND "erased_at" IS NULL;--> statement-breakpoint
CREATE INDEX "students_disqualified" ON "students" ("id") WHERE "disqualified_at" IS NOT NULL AND "erased_at" IS NULL;--> statement-breakpoint
CREATE INDEX "students_bounced" ON "students" ("id") WHERE "email_bounced_at" IS NOT NULL AND "erased_at" IS NULL;--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" ("student_id") WHERE "state" = 'succeeded';
