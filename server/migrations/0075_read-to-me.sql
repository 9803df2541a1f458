-- Earlier releases: leave it false, and give the plain time.
ALTER TABLE "students" ADD COLUMN "wants_reading" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Earlier releases: leave it 'unknown', which means that nobody was asked.
ALTER TABLE "videos" ADD COLUMN "speech" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_speech" CHECK ("videos"."speech" in ('unknown', 'spoken', 'none'));--> statement-breakpoint
-- The starter videos of all releases so far, by the beginning of their hashes: they have music, and nobody speaks.
UPDATE "videos" SET "speech" = 'none' WHERE left("sha256", 16) IN (
  '0386f428497dfefa', '45543288163b6a4e', '49d77266507ad2dc', '4bd360ef8344c20c', '4eeefa348d53f6a5', '679e1c40cb0b4915',
  '70680d83d112cf23', '77e91b73fbc98d51', '7824574d9fa2eda9', '7ca06319cb0bd5ef', '7ecb2aca30ea96f3', '9495876501c2916d',
  '94adabe7c007646f', '9cb215319122da96', 'b7e144a863db5c0d', 'da1796afc622a2e8', 'e000b09f462eead9', 'fc487782e9c0f4e7'
);
