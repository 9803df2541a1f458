-- The students of one school, whatever the case, spaces and quotes of its name. Earlier releases do not read this index.
CREATE INDEX "students_of_school" ON "students" (comparison_key("school") COLLATE "C") WHERE "erased_at" IS NULL AND "school" IS NOT NULL;
