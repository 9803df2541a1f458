-- Tells all servers when data changes that everybody may read, so that they drop what they made of it for visitors. Triggers see every
-- writer: jobs, servers of the release before, and whoever changes a row by hand.
CREATE FUNCTION announce_public_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('baobab_news', 'public-changes ' || TG_ARGV[0]);
  RETURN NULL;
END
$$;--> statement-breakpoint
-- Earlier releases: send the messages too, and ignore those of others, because they keep nothing for visitors.
CREATE TRIGGER series_announced AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "series"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_public_change('videos');--> statement-breakpoint
CREATE TRIGGER questions_announced AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "questions"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_public_change('videos');--> statement-breakpoint
CREATE TRIGGER quizzes_announced AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "quizzes"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_public_change('videos');--> statement-breakpoint
CREATE TRIGGER product_settings_announced AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "product_settings"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_public_change('settings');--> statement-breakpoint
CREATE TRIGGER videos_added AFTER INSERT ON "videos"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_public_change('videos');--> statement-breakpoint
CREATE TRIGGER videos_removed AFTER DELETE OR TRUNCATE ON "videos"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_public_change('videos withdrawn');--> statement-breakpoint
-- The first list names the columns that visitors never see, the second those that also take nothing away from them. Every other
-- column counts as one that may, new ones too.
CREATE TRIGGER videos_changed AFTER UPDATE ON "videos" FOR EACH ROW
  WHEN (to_jsonb(OLD) - '{progress,encoding,last_move}'::text[] IS DISTINCT FROM to_jsonb(NEW) - '{progress,encoding,last_move}'::text[])
  EXECUTE FUNCTION announce_public_change('videos');--> statement-breakpoint
CREATE TRIGGER videos_withdrawn AFTER UPDATE ON "videos" FOR EACH ROW
  WHEN (to_jsonb(OLD) - '{progress,encoding,last_move,position,series_id,series_position,stream}'::text[]
    IS DISTINCT FROM to_jsonb(NEW) - '{progress,encoding,last_move,position,series_id,series_position,stream}'::text[])
  EXECUTE FUNCTION announce_public_change('videos withdrawn');
