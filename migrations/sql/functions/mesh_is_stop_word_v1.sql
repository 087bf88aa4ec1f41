-- Is this normalized word one that says nothing by itself? Such words are indexed as all others, and dropped from a
-- query only while other words remain. The list is ours: English function words, and their contractions as one word.
CREATE FUNCTION public.mesh_is_stop_word(word text)
RETURNS boolean
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN word = any(ARRAY[
    'a', 'about', 'above', 'after', 'again', 'against', 'all', 'also', 'am', 'an', 'and', 'any', 'are',
    'arent', 'as', 'at', 'be', 'because', 'been', 'before', 'being', 'below', 'between', 'both', 'but', 'by',
    'can', 'cant', 'could', 'couldnt', 'did', 'didnt', 'do', 'does', 'doesnt', 'doing', 'dont', 'down',
    'during', 'each', 'few', 'for', 'from', 'further', 'had', 'hadnt', 'has', 'hasnt', 'have', 'havent',
    'having', 'he', 'hed', 'her', 'here', 'heres', 'hers', 'herself', 'hes', 'him', 'himself', 'his', 'how',
    'hows', 'i', 'if', 'im', 'in', 'into', 'is', 'isnt', 'it', 'itll', 'its', 'itself', 'ive', 'just', 'lets',
    'me', 'more', 'most', 'must', 'mustnt', 'my', 'myself', 'no', 'nor', 'not', 'now', 'of', 'off', 'on',
    'once', 'only', 'or', 'other', 'ought', 'our', 'ours', 'ourselves', 'out', 'over', 'own', 'same', 'shall',
    'shant', 'she', 'shes', 'should', 'shouldnt', 'so', 'some', 'such', 'than', 'that', 'thats', 'the',
    'their', 'theirs', 'them', 'themselves', 'then', 'there', 'theres', 'these', 'they', 'theyd', 'theyll',
    'theyre', 'theyve', 'this', 'those', 'through', 'to', 'too', 'under', 'until', 'up', 'upon', 'us', 'very',
    'was', 'wasnt', 'we', 'were', 'werent', 'weve', 'what', 'whats', 'when', 'whens', 'where', 'wheres',
    'whether', 'which', 'while', 'who', 'whom', 'whos', 'whose', 'why', 'whys', 'will', 'with', 'wont',
    'would', 'wouldnt', 'yet', 'you', 'youd', 'youll', 'your', 'youre', 'yours', 'yourself', 'yourselves',
    'youve'
]);
