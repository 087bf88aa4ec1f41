-- Holds a month of messages of one agent before they are stored.
CREATE TEMPORARY TABLE IF NOT EXISTS staged (
    conversation_id bigint NOT NULL,
    actor_id bigint NOT NULL,
    external_message_id text,
    sender_display_name text,
    sent_at timestamptz NOT NULL,
    body text NOT NULL,
    is_reply boolean NOT NULL,
    is_recorded boolean NOT NULL,
    searched_conversation_id bigint,
    is_dangling boolean NOT NULL
);
