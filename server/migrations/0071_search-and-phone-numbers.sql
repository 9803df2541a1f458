-- The keys of contract/src/kernel/comparison.ts, of which a test compares both. What a function does never changes, because
-- indexes store what it returns: a new rule needs a new function.
-- Texts are equal if their comparison keys are: whatever their case, composition, unseen characters, spaces, quotes and dashes.
CREATE FUNCTION comparison_key(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  -- Most texts: plain letters and signs, and single spaces between them. The other checks skip what is slow too.
  IF value ~ '^[!-_a-~]+( [!-_a-~]+)*$' COLLATE "C" THEN RETURN lower(value); END IF;
  value := lower(normalize(regexp_replace(value, '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\U000E0100-\U000E01EF]+', '', 'g'), NFD));
  IF value ~ '[\u0060\u00B4\u02B9\u02BB-\u02BD\u03C2\u2010-\u2015\u2018-\u201F\u2026\u2032\u2033\u2043\u2212\uA78C\uFE58\uFE63\uFF02\uFF07\uFF0D]' THEN
    value := replace(translate(value,
      U&'\0060\00B4\02B9\02BB\02BC\02BD\2018\2019\201A\201B\2032\A78C\FF07\201C\201D\201E\201F\2033\FF02\2010\2011\2012\2013\2014\2015\2043\2212\FE58\FE63\FF0D\03C2',
      U&'''''''''''''''''''''''''''""""""-----------\03C3'), U&'\2026', '...');
  END IF;
  RETURN btrim(regexp_replace(regexp_replace(value,
    '[\t-\r\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', ' ', 'g'), '  +', ' ', 'g'));
END $$;--> statement-breakpoint
-- A text is found by what people type who have no key for tone marks, dots below and hooked letters.
CREATE FUNCTION search_key(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF value ~ '^[!-_a-~]+( [!-_a-~]+)*$' COLLATE "C" THEN RETURN lower(value); END IF;
  value := regexp_replace(public.comparison_key(value), '[\u0300-\u036F\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u07EB-\u07F3\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\U0001E944-\U0001E94A]+', '', 'g');
  IF value ~ '[ɓɗɖƙƴŋƭɠɣƥɲɛɔəǝɩıʊʋƒøłđħŧ]' THEN
    value := translate(value, 'ɓɗɖƙƴŋƭɠɣƥɲɛɔəǝɩıʊʋƒøłđħŧ', 'bddkyntggpneoeeiiuvfoldht');
  END IF;
  RETURN value;
END $$;--> statement-breakpoint
CREATE INDEX "videos_title_comparison" ON "videos" (comparison_key("title_key")) WHERE "deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "former_titles_comparison" ON "former_titles" (comparison_key("title_key"));--> statement-breakpoint
CREATE INDEX "contact_messages_search" ON "contact_messages" USING gin (search_key("first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || "message") gin_trgm_ops) WITH (fastupdate = off);--> statement-breakpoint
-- Earlier releases: leave it empty, and change "number" without it, which the trigger below notices.
ALTER TABLE "students" ADD COLUMN "international_number" text;--> statement-breakpoint
CREATE INDEX "students_international_number" ON "students" USING btree ("international_number","birth");--> statement-breakpoint
-- Servers that do not know the column leave the number of another phone in it. The nightly job fills it again.
CREATE FUNCTION forget_international_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.international_number := NULL;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "students_number_changed" BEFORE UPDATE OF "number" ON "students" FOR EACH ROW WHEN (
  OLD.international_number IS NOT DISTINCT FROM NEW.international_number
  AND right(regexp_replace(NEW.number, '[^0-9]', '', 'g'), 9) IS DISTINCT FROM right(OLD.international_number, 9)
) EXECUTE FUNCTION forget_international_number();--> statement-breakpoint
-- Parts of the username, email, phone number and school, as students/conditions.ts compares them; it replaces "students_search",
-- which earlier releases use. Signs count as a letter, because trigrams know letters and digits only. No list of pending entries:
-- a search would read it all.
CREATE INDEX "students_found" ON "students" USING gin (translate("username_key" || E'\n' || "email_key" || E'\n' || "number" || E'\n' || coalesce("international_number", '') || E'\n' || coalesce(search_key("school"), ''), '_.-@+ ''&(),/:', 'xxxxxxxxxxxxx') gin_trgm_ops) WITH (fastupdate = off) WHERE "erased_at" IS NULL;
