-- Earlier releases: leave it as it is and show only the English captions, whose column they also write. In the row of a video
-- that they delete, the keys remain.
ALTER TABLE "videos" ADD COLUMN "other_captions" jsonb DEFAULT '{}'::jsonb NOT NULL;
