"""What compliance reads: explanations, uses, and who looked."""
