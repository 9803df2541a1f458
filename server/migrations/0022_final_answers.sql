-- Answers are final: points and the prize follow from them, so they are append-only like the ledgers.
CREATE TRIGGER answers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "answers"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
